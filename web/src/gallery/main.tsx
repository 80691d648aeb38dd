// main.tsx: where the gallery begins
import { createRoot } from 'react-dom/client';
import { startText } from '@/text';
import { Gallery } from './Gallery';
import '@/style/fonts.css';
import '@/style/tokens.css';
import '@/style/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('gallery.html has no element with the id root');
void startText().then(() => createRoot(root).render(<Gallery />));
