// The schema that editors complete and check with, from the table that ccchat itself reads with.
import { type Kind, optionInfo, optionNames } from './options.ts';

type Schema = Readonly<Record<string, unknown>>;

export function configSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'ccchat configuration',
    description: 'config.json of ccchat, and .ccchat.json in a project',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(optionNames.map((name) => [name, propertyOf(name)])),
    },
  };
}

function propertyOf(name: (typeof optionNames)[number]): Schema {
  const { kind, help, inProject, default: value } = optionInfo(name);
  const where = inProject.allowed
    ? 'only' in inProject
      ? ` In a project: ${inProject.only.join(', ')}.`
      : ''
    : ' Not in a project.';
  const description = `${help[0]!.toUpperCase()}${help.slice(1)}.${where}`;
  return { description, ...typeOf(kind), ...(value === null ? {} : { default: value }) };
}

function typeOf(kind: Kind): Schema {
  const texts = { type: 'array', items: { type: 'string', minLength: 1 } };
  switch (kind.type) {
    case 'text':
      return { type: 'string', minLength: 1 };
    case 'switch':
      return { type: 'boolean' };
    case 'choice':
      return { enum: kind.choices };
    case 'number':
      return {
        type: kind.whole ? 'integer' : 'number',
        [kind.above ? 'exclusiveMinimum' : 'minimum']: kind.atLeast,
      };
    case 'list':
      return texts;
    case 'keys':
      return {
        type: 'object',
        additionalProperties: { anyOf: [{ type: 'string' }, texts, { type: 'null' }] },
      };
  }
}
