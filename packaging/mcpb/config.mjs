// config.mjs MCPB FOLDER [KEY=VALUE…]: how a client starts the unpacked bundle, by the format's own library
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';

const [library, folder, ...settings] = process.argv.slice(2);
const { getMcpConfigForManifest } = await import(pathToFileURL(library).href);
const manifest = JSON.parse(fs.readFileSync(`${folder}/manifest.json`, 'utf8'));
const userConfig = Object.fromEntries(settings.map((word) => word.split(/=(.*)/s).slice(0, 2)));
const options = { manifest, extensionPath: folder, systemDirs: {}, userConfig, pathSeparator: '/' };
process.stdout.write(JSON.stringify(await getMcpConfigForManifest(options)));
