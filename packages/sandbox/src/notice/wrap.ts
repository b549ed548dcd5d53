/** Breaks lines at the first space after 70 characters, inside tags too, as CM/ECF does; leaves existing breaks alone. */
export function wrapAsCourts(html: string): string {
  return html
    .split('\n')
    .map((line) => line.replace(/(.{70}[^ \n]*) (?=\S)/g, '$1 \n'))
    .join('\n')
}
