// scenarios.mjs: the plans of both sample apps by name
import path from 'node:path';
import { root } from '../lib.mjs';
import { notesPlans } from './plans_notes.mjs';
import { sample } from './plan_sample.mjs';
import { shopPlans } from './plans_shop.mjs';

export const plans = { ...notesPlans, sample, ...shopPlans };
export const appOf = ({ packageName }) => path.join(root, `virtual-android/apps/${packageName}.json`);
export const apps = [...new Set(Object.values(plans).map(appOf))];
