/** The parts of a page, one of which is shown. */
import type { ReactElement, ReactNode } from 'react';
import { Tabs } from '@mantine/core';

interface TabViewProps {
  readonly tab: string;
  /** The value in the address, the title, and the content of each tab. */
  readonly tabs: readonly (readonly [value: string, title: string, content: ReactNode])[];
  readonly onChange: (tab: string) => void;
}

export const TabView = ({ tab, tabs, onChange }: TabViewProps): ReactElement => (
  <Tabs
    value={tab}
    keepMounted={false}
    onChange={(next) => {
      onChange(next ?? tab);
    }}
  >
    <Tabs.List>
      {tabs.map(([value, title]) => (
        <Tabs.Tab key={value} value={value}>
          {title}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {tabs.map(([value, , content]) => (
      <Tabs.Panel key={value} value={value} pt="sm">
        {content}
      </Tabs.Panel>
    ))}
  </Tabs>
);
