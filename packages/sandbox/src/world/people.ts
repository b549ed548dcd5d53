import { firm } from './names.ts'

/** An attorney of the firm. */
export interface Person {
  id: string
  first: string
  last: string
  name: string
  title: string
  initials: string
  email: string
}

/** Creates a person. Addresses are `first.last` without accents, as at most firms. */
export function makePerson(first: string, last: string, title: string): Person {
  return {
    id: plain(last),
    first,
    last,
    name: `${first} ${last}`,
    title,
    initials: `${first[0]}${last[0]}`,
    email: `${plain(first)}.${plain(last)}@${firm.domain}`,
  }
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}
