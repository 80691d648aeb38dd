// index.ts: the words of suites, schedules, access and hosts; the pages that have them import this file
import { addText } from '@/text';
import en from './en.json';

await addText('team', en, () => import('./fr.json'));
