// main.tsx: the page of one run over the data that is in the same file
import '@/style/tokens.css';
import '@/style/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startText } from '@/text';
import { ReportPage } from './ReportPage';
import { readReport } from './report';

const root = document.getElementById('root');
if (!root) throw new Error('the file has no element with the id root');
const report = readReport();

void startText().then(() =>
  createRoot(root).render(
    <StrictMode>
      <ReportPage report={report} />
    </StrictMode>,
  ),
);
