/**
 * The runs of digits in a number, without leading zeros. They include the `number_key` of any row whose number is
 * another spelling of this one, whichever run the database took for the serial number. A number without digits has its
 * letters as its only key, as in the database.
 */
export function digitRuns(number: string): readonly string[] {
  const text = number.slice(0, 120)
  if (!/\d/.test(text))
    return [
      number
        .toLowerCase()
        .replace(/[^a-z]+/g, '')
        .slice(0, 120),
    ].filter((key) => key !== '')
  const runs = [text, text.replace(/(?<=\d),(?=\d{3})/g, ''), ...otherWritings(text)].flatMap(
    (each) => each.match(/\d+/g) ?? [],
  )
  return [...new Set(runs.map((run) => run.replace(/^0+/, '')))].filter((run) => run !== '').slice(0, 16)
}

/** Texas writes its writs with and without a comma; Florida's number of 20 characters has hyphens or none. */
function otherWritings(text: string): readonly string[] {
  const writ = /\b(?:WR|AP)-(\d{2,3})(\d{3})\b/i.exec(text)
  const uniform = /\b(\d\d)-(\d{4})-([A-Z]{2})-(\d{6})(?:-(\w{4})-(\w\w))?\b/i.exec(text)
  return [writ ? writ.slice(1).join(',') : '', uniform ? uniform.slice(1).join('') : '']
}
