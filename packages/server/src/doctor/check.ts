/** What `courtcrier doctor` found. */
export interface Check {
  name: string
  state: 'ok' | 'warning' | 'failed'
  /** What was found and, if something is wrong, what to do. */
  sentence: string
}
