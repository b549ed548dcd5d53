/**
 * The runs of digits in a number, without leading zeros. `number_key` of a row whose number is another spelling of this
 * one is among them, whichever of its own runs the database took for the serial.
 */
export function digitRuns(number: string): readonly string[] {
  const runs = [...number.slice(0, 120).matchAll(/\d+/g)].map(([run]) => run.replace(/^0+/, ''))
  return [...new Set(runs)].filter((run) => run !== '').slice(0, 12)
}
