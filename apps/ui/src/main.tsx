/** Starts the page. */
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import './app/mantine.css';
import './app/app.css';
import { createRoot } from 'react-dom/client';
import { startPulse } from './api/pulse.js';
import { App } from './app/app.js';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
startPulse();
createRoot(root).render(<App />);
