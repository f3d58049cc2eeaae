/** Fields that few jobs need: a button opens them. */
import { useState, type ReactElement, type ReactNode } from 'react';
import { Button } from '@mantine/core';

interface Part {
  /** The text of the button; it ends with "…". */
  readonly button: string;
  readonly legend: string;
  /** True if one of the fields has a value at first. */
  readonly isUsed: boolean;
  readonly children: ReactNode;
}

export function FoldedGroup({ button, legend, isUsed, children }: Part): ReactElement {
  const [isOpen, setOpen] = useState(isUsed);
  if (!isOpen)
    return (
      <div>
        <Button
          variant="subtle"
          onClick={() => {
            setOpen(true);
          }}
        >
          {button}
        </Button>
      </div>
    );
  return (
    <fieldset className="fieldset">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
