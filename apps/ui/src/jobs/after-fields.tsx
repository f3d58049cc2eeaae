/** After which jobs a job runs: a row per condition, with its rarely used fields folded, and how the conditions are joined. */
import { useId, useState, type ReactElement } from 'react';
import { Button, SegmentedControl } from '@mantine/core';
import type { FormProps } from '../parts/definition-editor.js';
import { Choice } from '../parts/fields.js';
import { choicesOf } from '../parts/inputs.js';
import { SchemaField } from '../parts/schema-form.js';
import {
  arrayOf,
  messageAt,
  objectOf,
  Remove,
  replaced,
  textOf,
  without,
  withValue,
  type FieldProps,
  type Looks,
} from '../parts/schema-rows.js';
import { JobChoice } from '../parts/several-choices.js';

type AfterFieldsProps = Pick<FormProps, 'content' | 'schema' | 'set' | 'setAll' | 'problems'>;

const ENDS = {
  succeeded: 'has succeeded',
  failed: 'has failed',
  finished: 'has ended with any result',
  skipped: 'was skipped or missed',
};
const MATCHES = {
  sameSlot: 'wait for its run of the same slot',
  latest: 'check its latest run, without waiting',
};
/** The rarely used fields of a condition. */
const SELDOM = ['within', 'exitCodes', 'outputs', 'pass'] as const;
const LOOKS: Looks = {
  'after.within': { label: 'Maximum age in seconds' },
  'after.pass': { label: 'Parameters from its outputs' },
  'afterRule.deadline.at': { placeholder: '06:00' },
  'afterRule.deadline.timezone': { label: 'Time zone', placeholder: 'UTC' },
};

export function AfterFields({ content, schema, set, setAll, problems }: AfterFieldsProps): ReactElement {
  const conditions = arrayOf(content.after);
  const rule = objectOf(content.afterRule);
  const put = (next: readonly unknown[] | undefined): void => {
    // The rule belongs to the conditions: without them it would be refused.
    if (next === undefined) setAll({ after: undefined, afterRule: undefined });
    else set(['after'])(next);
  };
  const setRule = (field: string, value: unknown): void => {
    set(['afterRule'])(withValue(rule, field, value));
  };
  const general = messageAt(problems, 'after') ?? messageAt(problems, 'afterRule');
  return (
    <>
      {conditions.map((condition, i) => (
        <Condition
          key={i}
          place={i}
          condition={objectOf(condition)}
          schema={schema}
          problems={problems}
          change={(next) => {
            put(replaced(conditions, i, next));
          }}
          remove={() => {
            put(without(conditions, i));
          }}
        />
      ))}
      {conditions.length > 1 && (
        <SegmentedControl
          aria-label="Conditions that must hold"
          value={textOf(rule.require) || 'all'}
          data={choicesOf({ all: 'All conditions', any: 'Any condition' })}
          onChange={(next) => {
            setRule('require', next === 'all' ? undefined : next);
          }}
        />
      )}
      {conditions.length > 0 && schema !== null && (
        <SchemaField
          schema={schema}
          path={['afterRule', 'deadline']}
          value={rule.deadline}
          onChange={(next) => {
            setRule('deadline', next);
          }}
          problems={problems}
          look={{ label: 'Deadline' }}
          looks={LOOKS}
        />
      )}
      {general !== undefined && (
        <div className="tone-bad" role="alert">
          {general}
        </div>
      )}
      <div>
        <Button
          variant="subtle"
          onClick={() => {
            put([...conditions, { job: '' }]);
          }}
        >
          + {conditions.length === 0 ? 'Add a dependency' : 'Add another dependency'}
        </Button>
      </div>
    </>
  );
}

interface ConditionProps {
  readonly place: number;
  readonly condition: Readonly<Record<string, unknown>>;
  readonly schema: FormProps['schema'];
  readonly problems: FieldProps['problems'];
  readonly change: (next: Record<string, unknown>) => void;
  readonly remove: () => void;
}

function Condition({ place, condition, schema, problems, change, remove }: ConditionProps): ReactElement {
  const [isOpen, setOpen] = useState(SELDOM.some((name) => condition[name] !== undefined));
  const id = useId();
  const path = ['after', String(place)];
  const number = place + 1;
  const setField = (name: string, value: unknown): void => {
    change(withValue(condition, name, value) ?? {});
  };
  return (
    <fieldset className="fieldset schema-group" aria-label={`Condition ${number}`}>
      <div className="schema-item">
        <JobChoice
          label={`Job ${number}`}
          value={textOf(condition.job)}
          error={messageAt(problems, `after.${place}.job`)}
          onChange={(job) => {
            setField('job', job);
          }}
        />
        <Remove what={`condition ${number}`} remove={remove} />
      </div>
      <Choice
        aria-label={`Required result of job ${number}`}
        options={ENDS}
        error={messageAt(problems, `after.${place}.on`)}
        value={(textOf(condition.on) || 'succeeded') as keyof typeof ENDS}
        onChange={(on) => {
          setField('on', on === 'succeeded' ? undefined : on);
        }}
      />
      <Choice
        aria-label={`Which run of job ${number}`}
        options={MATCHES}
        error={messageAt(problems, `after.${place}.match`)}
        value={(textOf(condition.match) || 'sameSlot') as keyof typeof MATCHES}
        onChange={(match) => {
          setField('match', match === 'sameSlot' ? undefined : match);
        }}
      />
      <div>
        <Button
          variant="subtle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {isOpen ? 'Less' : 'Age, exit codes, outputs…'}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen &&
          schema !== null &&
          SELDOM.map((name) => (
            <SchemaField
              key={name}
              schema={schema}
              path={[...path, name]}
              value={condition[name]}
              onChange={(next) => {
                setField(name, next);
              }}
              problems={problems}
              looks={LOOKS}
            />
          ))}
      </div>
    </fieldset>
  );
}
