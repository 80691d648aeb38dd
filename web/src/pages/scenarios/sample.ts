// sample.ts: the scenario of the sample app, with its recording, so that it runs without a model
import sample from '../../../../scenarios/notes.json';

export default sample;
