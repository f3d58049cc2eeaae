import type { ReactElement } from 'react';
import { Select } from '@mantine/core';

const ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

interface ZoneSelectProps {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

/** A choice of time zones, by typing a part of the name. */
export const ZoneSelect = ({ label = 'Time zone', value, onChange }: ZoneSelectProps): ReactElement => (
  <Select
    label={label}
    data={ZONES.includes(value) ? ZONES : [value, ...ZONES]}
    value={value}
    searchable
    limit={40}
    allowDeselect={false}
    onChange={(zone) => {
      if (zone !== null) onChange(zone);
    }}
  />
);
