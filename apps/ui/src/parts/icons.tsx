/** Line icons, drawn here: the UI needs few, so that no library of icons is loaded. */
import type { ReactElement } from 'react';

const PATHS = {
  overview: 'M3 12h4l3-8 4 16 3-8h4',
  jobs: 'M5 4h14v16H5zM9 9h6M9 13h6M9 17h3',
  runs: 'M6 4l14 8-14 8z',
  errors: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 8v5M12 16h.01',
  incidents: 'M12 3a9 9 0 1 0 .01 0M12 7v6M12 16.500h.01',
  workers: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  calendars: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  monitors: 'M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6zM12 9a3 3 0 1 0 .01 0',
  rules: 'M12 3l10 18H2zM12 10v5M12 18h.01',
  triggers: 'M13 2L4 14h7l-1 8 9-12h-7z',
  channels: 'M4 10v4h3l8 5V5l-8 5zM18 9a4 4 0 0 1 0 6',
  limits: 'M4 18a8 8 0 1 1 16 0M12 18l4-6',
  tenants: 'M3 20h18M5 20V8l7-4 7 4v12M10 20v-5h4v5',
  tokens: 'M15 7a4 4 0 1 0 0 8 4 4 0 0 0 0-8M11 11H3v4M7 11v3',
  audit: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM9 12l2 2 4-4',
  usage: 'M4 20V10h4v10M10 20V4h4v16M16 20v-7h4v7M2 20h20',
  system: 'M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M19 5l-1 1M6 18l-1 1',
  moon: 'M20 14A8 8 0 1 1 10 4a6.500 6.500 0 0 0 10 10z',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M20 20l-4-4',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 20c1-4 4-6 8-6s7 2 8 6',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name, size = 16 }: { readonly name: IconName; readonly size?: number }): ReactElement => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path
      d={PATHS[name]}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

export const Bell = (): ReactElement => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path
      d="M12 3a5.500 5.500 0 0 0-5.500 5.500c0 5-2.500 6.500-2.500 8h16c0-1.500-2.500-3-2.500-8A5.500 5.500 0 0 0 12 3Zm-2 15.500a2 2 0 0 0 4 0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
