// The second half of the recipes, by name: two files of tests run side by side.
import { tryPages } from './recipes_apps.mjs';

tryPages((name) => name >= 'n');
