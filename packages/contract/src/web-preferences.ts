/** Preferences of the console for everyone at a firm; stored as JSON in the firm's `webPreferences`. */
export interface WebPreferences {
  /** Whether every second row of a table has a different background. */
  tableStripes: boolean
  /** All notifications, or only warnings, failures and ones with an action. */
  messages: MessageChoice
}

const messageChoices = ['all', 'important'] as const
export type MessageChoice = (typeof messageChoices)[number]

const usual: WebPreferences = { tableStripes: false, messages: 'all' }

/** Returns the preferences in the text; anything missing or invalid uses the default. */
export function readWebPreferences(text: unknown): WebPreferences {
  const { tableStripes, messages } = keptIn(text)
  return {
    tableStripes: typeof tableStripes === 'boolean' ? tableStripes : usual.tableStripes,
    messages: messageChoices.find((choice) => choice === messages) ?? usual.messages,
  }
}

/** Returns the text with these preferences changed; everything else in it stays. */
export function changeWebPreferences(text: unknown, change: Partial<WebPreferences>): string {
  return JSON.stringify({ ...keptIn(text), ...change })
}

function keptIn(text: unknown): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(typeof text === 'string' ? text : '')
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? { ...kept } : {}
  } catch {
    // Not JSON, as in a firm that never changed them.
    return {}
  }
}
