/** On which databases a benchmark runs. */
export interface OnDatabases {
  embedded: boolean
  postgres: boolean
}

/** Reads the option `--on`. Throws for a name that isn't a database's, so that none is measured by mistake. */
export function onDatabases(on: string): OnDatabases {
  if (!['embedded', 'postgres', 'both'].includes(on))
    throw new Error(`--on is embedded, postgres or both, not "${on}".`)
  return { embedded: on !== 'postgres', postgres: on !== 'embedded' }
}
