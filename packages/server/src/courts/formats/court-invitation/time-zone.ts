/**
 * The IANA zone for a name used in invitations: Windows names ("Eastern Standard Time", which Exchange writes as TZID
 * in any season), a written one ("Pacific Time (US and Canada)"), a letter code or an IANA name. Undefined if it isn't
 * an American zone.
 */
export function ianaZone(name: string): string | undefined {
  if (/^(?:America|Pacific|US)\/[A-Za-z_/]{2,40}$/.test(name)) return name
  if (/^(?:UTC|GMT|Z|Etc\/UTC)$/i.test(name)) return 'UTC'
  const key = name.toLowerCase().replace(/^us /, '')
  return zones.find(([pattern]) => pattern.test(key))?.[1]
}

const zones: readonly (readonly [RegExp, string])[] = [
  [/^(?:eastern\b|e[sd]?t$)/, 'America/New_York'],
  [/^(?:central\b(?!.*(?:america|europe|asia))|c[sd]?t$)/, 'America/Chicago'],
  [/^(?:mountain standard time \(arizona\)|arizona|us mountain)/, 'America/Phoenix'],
  [/^(?:mountain\b|m[sd]?t$)/, 'America/Denver'],
  [/^(?:pacific\b(?!.*(?:mexico|sa))|p[sd]?t$)/, 'America/Los_Angeles'],
  [/^(?:alaskan?\b|ak[sd]?t$)/, 'America/Anchorage'],
  [/^(?:hawaii(?:an)?\b|hst$)/, 'Pacific/Honolulu'],
  [/^(?:atlantic\b|ast$)/, 'America/Puerto_Rico'],
  [/^(?:chamorro|west pacific|chst$)/, 'Pacific/Guam'],
]
