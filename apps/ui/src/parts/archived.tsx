import type { ReactElement } from 'react';
import { Badge } from '@mantine/core';

/** Marks a run that is in the archive. */
export const Archived = (): ReactElement => (
  <Badge variant="light" color="gray" title="It is read from the archive, which takes longer, and cannot be resumed.">
    archived
  </Badge>
);
