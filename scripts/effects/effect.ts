/** The test that shows the effect of a setting and fails without it: its file, and its title as written there. */
export type Effect = readonly [file: string, title: string]

/** Effects of a resource's settings, by the key of the field. */
export type Effects = Readonly<Record<string, Effect>>

const server = 'packages/server/src'

/** Returns a function that makes effects shown by one file of the server. */
export function shownBy(file: string): (title: string) => Effect {
  const whole = file.startsWith('packages/') ? file : `${server}/${file}`
  return (title) => [whole, title]
}
