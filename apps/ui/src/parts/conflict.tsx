/** Shown to a person whose save conflicts with an earlier save. */
import type { ReactElement } from 'react';
import { Alert, Button, Group } from '@mantine/core';
import { textOf, type Content } from './definition-text.js';
import { diffLines } from './diff.js';
import { DiffView } from './diff-view.js';

interface ConflictShown {
  readonly noun: string;
  readonly mine: Content;
  readonly theirs: Content;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

export const Conflict = ({ noun, mine, theirs, keepMine, takeTheirs }: ConflictShown): ReactElement => (
  <Alert color="yellow" variant="light" title={`Somebody else has changed this ${noun} in the meantime`} role="alert">
    <p style={{ marginTop: 0 }}>Differences from the stored version to your version:</p>
    <DiffView lines={diffLines(textOf(theirs, 'yaml'), textOf(mine, 'yaml'))} />
    <Group mt="xs" gap="xs">
      <Button variant="filled" onClick={keepMine}>
        Save my version
      </Button>
      <Button onClick={takeTheirs}>Continue with the stored version</Button>
    </Group>
  </Alert>
);
