/** How the console behaves for everybody of a firm; kept as JSON in the firm's `webPreferences`. */
export interface WebPreferences {
  /** Every second row of a table stands on another ground. */
  tableStripes: boolean
  /** All notices, or only those that warn, say what failed, or offer something. */
  messages: MessageChoice
}

const messageChoices = ['all', 'important'] as const
export type MessageChoice = (typeof messageChoices)[number]

const usual: WebPreferences = { tableStripes: false, messages: 'all' }

/** The preferences in the text; what is missing or wrong in it is as usual. */
export function readWebPreferences(text: unknown): WebPreferences {
  const { tableStripes, messages } = keptIn(text)
  return {
    tableStripes: typeof tableStripes === 'boolean' ? tableStripes : usual.tableStripes,
    messages: messageChoices.find((choice) => choice === messages) ?? usual.messages,
  }
}

/** The text with these preferences changed; whatever else it holds stays. */
export function changeWebPreferences(text: unknown, change: Partial<WebPreferences>): string {
  return JSON.stringify({ ...keptIn(text), ...change })
}

function keptIn(text: unknown): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(typeof text === 'string' ? text : '')
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? { ...kept } : {}
  } catch {
    // No JSON, as in a firm that never changed them.
    return {}
  }
}
