import type { ReactElement } from 'react';
import { Badge } from '@mantine/core';

/** Marks a run that is in the archive. */
export const Archived = (): ReactElement => (
  <Badge
    variant="light"
    color="gray"
    title="This run is in the archive: reading it takes longer, and it cannot be resumed."
  >
    archived
  </Badge>
);
