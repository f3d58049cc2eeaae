/** The schema of templates of the title and the text of notices. */
import { z } from 'zod';
import { MAX_NOTICE_TEXT_LENGTH, MAX_NOTICE_TITLE_LENGTH } from '../domain/limits.js';
import { REFERENCE, TEMPLATE_VALUES, valueOf } from '../notices/template-values.js';

const template = (most: number): z.ZodString =>
  z
    .string()
    .min(1)
    .max(most)
    .superRefine((text, ctx) => {
      for (const [reference, name = ''] of text.matchAll(REFERENCE))
        if (valueOf(name) === undefined)
          ctx.addIssue({
            code: 'custom',
            message: `has ${reference}, which is no value of a notice; there are ${TEMPLATE_VALUES.join(', ')}`,
          });
    });

export const noticeTemplate = z
  .strictObject({
    title: template(MAX_NOTICE_TITLE_LENGTH)
      .regex(/^[^\p{Cc}]*$/u, 'must be one line')
      .optional()
      .describe('The title, such as `${job.name} ${on}`, in place of the message. Default: the message.'),
    text: template(MAX_NOTICE_TEXT_LENGTH)
      .optional()
      .describe('The text, in place of the list of facts. Links to the run follow it as ever.'),
  })
  .describe(
    `What the messages of this channel say. \`\${name}\` stands for a value of the notice, escaped for its receiver; the rest is sent as it is written, so it may contain formats and mentions of the receiver. Values: ${TEMPLATE_VALUES.map((name) => `\`${name}\``).join(', ')}. One that a notice does not have is empty.`,
  );
export type NoticeTemplate = z.output<typeof noticeTemplate>;
