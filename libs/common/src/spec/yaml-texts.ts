/** How texts are written in YAML, so that they are read as they were. */
import type { ScalarTag, Tags } from 'yaml';

/** A text of spaces and line ends alone: as a block of lines, as the library would write it, it loses spaces or cannot be read. */
const BLANK: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string' && value.includes('\n') && value.trim() === '',
  resolve: (text) => text,
  // A text of JSON is one of YAML.
  stringify: ({ value }) => JSON.stringify(value),
};

/** As `customTags` of the library, for writing: its first tag that fits a value is taken. */
export const keptTexts = (tags: Tags): Tags => [BLANK, ...tags];
