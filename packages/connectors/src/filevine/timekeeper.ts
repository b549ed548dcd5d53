import * as z from 'zod/mini'
import { problemError } from '../problems.ts'
import { type FilevineApi, listAll } from './filevine-api.ts'

const userForm = z.object({
  user: z.object({
    userid: z.object({ native: z.number() }),
    username: z.nullish(z.string()),
    email: z.nullish(z.string()),
    firstname: z.nullish(z.string()),
    lastname: z.nullish(z.string()),
  }),
})

/** Finds whose time is billed, by the ID, the email address, the user name or the name. Throws a problem if there is no such user. */
export async function findTimekeeper(api: FilevineApi, text: string): Promise<number> {
  const wanted = text.trim().toLowerCase()
  if (/^\d+$/.test(wanted)) return Number(wanted)
  for (const query of wanted.includes('@') ? [{ email: wanted }] : [{ username: wanted }, { name: text.trim() }]) {
    const users = await listAll(api, { path: '/Users', query, item: userForm, what: 'looking for the user' })
    const fitting = users.filter(({ user: { username, email, firstname, lastname } }) =>
      [username, email, `${firstname ?? ''} ${lastname ?? ''}`].some((each) => each?.trim().toLowerCase() === wanted),
    )
    if (fitting[0] && fitting.length === 1) return fitting[0].user.userid.native
  }
  throw problemError('rejected', `Filevine has no one user "${text}". Enter the user's email address or ID.`)
}
