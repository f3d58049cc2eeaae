/** What is shown to whoever saves second. */
import type { ReactElement } from 'react';
import { Alert, Button, Group } from '@mantine/core';
import { diffLines } from '../parts/diff.js';
import { DiffView } from '../parts/diff-view.js';
import { textOf, type Content } from './job-text.js';

interface ConflictShown {
  readonly mine: Content;
  readonly theirs: Content;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

export const Conflict = ({ mine, theirs, keepMine, takeTheirs }: ConflictShown): ReactElement => (
  <Alert color="yellow" variant="light" title="Somebody else has changed this job meanwhile" role="alert">
    <p style={{ marginTop: 0 }}>From what is stored now to yours:</p>
    <DiffView lines={diffLines(textOf(theirs, 'yaml'), textOf(mine, 'yaml'))} />
    <Group mt="xs" gap="xs">
      <Button variant="filled" onClick={keepMine}>
        Save mine
      </Button>
      <Button onClick={takeTheirs}>Go on from theirs</Button>
    </Group>
  </Alert>
);
