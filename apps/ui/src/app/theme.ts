/** The look of Mantine's components: small, in the blue of Carillon. */
import { createTheme, type MantineColorsTuple } from '@mantine/core';

const blue: MantineColorsTuple = [
  '#eaf2fe',
  '#d3e2fb',
  '#a6c4f5',
  '#75a4ef',
  '#4c88ea',
  '#3277e7',
  '#216de6',
  '#1857b8',
  '#134c9f',
  '#0b3f88',
];

const dark: MantineColorsTuple = [
  '#dde3ea',
  '#b9c3ce',
  '#9aa6b3',
  '#5f6b78',
  '#3a434d',
  '#2c333c',
  '#20262d',
  '#181d23',
  '#13181d',
  '#0e1216',
];

/** All fields of a form have one height. */
const SMALL = [
  'Checkbox',
  'FileInput',
  'MultiSelect',
  'NumberInput',
  'PasswordInput',
  'Radio',
  'SegmentedControl',
  'Switch',
  'TagsInput',
  'Textarea',
  'TextInput',
];

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 7, dark: 7 },
  colors: { blue, dark },
  defaultRadius: 6,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  respectReducedMotion: true,
  // Named, not imported: only pages that use a component load it.
  components: {
    Button: { defaultProps: { size: 'compact-sm', variant: 'default' } },
    ...Object.fromEntries(SMALL.map((name) => [name, { defaultProps: { size: 'xs' } }])),
    Select: { defaultProps: { size: 'xs', comboboxProps: { shadow: 'md' } } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 10,
        transitionProps: { duration: 0 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
  },
});
