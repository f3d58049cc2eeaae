/** Shown to the person who saves second. */
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
  <Alert color="yellow" variant="light" title={`Somebody else has changed this ${noun} meanwhile`} role="alert">
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
