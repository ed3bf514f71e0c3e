/** Variables of reply templates: infra/decisions/0049-customer-messages.md. */

export const replyVariables = ['name', 'number', 'total', 'lines'] as const
export type ReplyVariable = (typeof replyVariables)[number]

/** Maximum length of the text of a template, in characters. */
export const MAX_TEMPLATE_LENGTH = 1_500
export const MAX_TEMPLATE_NAME = 60
export const MAX_TEMPLATES = 50
/** Telegram's limit of a message, in UTF-16 code units. */
export const MAX_REPLY_LENGTH = 4_096

const variablePattern = /\{([^{}]*)\}/g

const isVariable = (name: string): name is ReplyVariable => (replyVariables as readonly string[]).includes(name)

/** Returns the words in braces that are no variables, each once: `{sum}`. */
export function findUnknownVariables(text: string): string[] {
  const unknown = [...text.matchAll(variablePattern)].filter(([, name = '']) => !isVariable(name))
  return [...new Set(unknown.map(([match]) => match))]
}

/** Replaces the variables of a template; a value that looks like a variable stays as it is. */
export const fillTemplate = (text: string, values: Record<ReplyVariable, string>): string =>
  text.replace(variablePattern, (match, name: string) => (isVariable(name) ? values[name] : match))
