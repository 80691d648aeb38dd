// sample.ts: the scenario of the sample app; its recording runs it without a model
import sample from '../../../../scenarios/notes.json';

export default sample;
