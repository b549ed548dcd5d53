import type { BodyOf } from '@courtcrier/contract/calls/call.ts'
import type { listMailboxFolders } from '@courtcrier/contract/calls/mailboxes.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { type FormScope, valuesToSend } from '../../resource/form-values.ts'

/** Under which the form keeps the folders that were asked for. */
export const foldersKey = ['mailbox', 'folders']

export type AskedFolders = BodyOf<typeof listMailboxFolders>

/** Returns which mailbox's folders a form is about. What is chosen of them doesn't matter for that. */
export function askedFolders(values: AnyRow, scope: FormScope): AskedFolders {
  const { folder: _, doneFolder: __, readFrom: ___, ...mailbox } = valuesToSend(values, scope)
  return scope.isNew ? { mailbox } : { id: String(scope.row.id), mailbox }
}

type Options = Parameters<OptionsFilter>[0]['options']

/** Returns the folders with the text anywhere in their path. */
export function foldersLike(search: string, options: Options): Options {
  const wanted = search.trim().toLowerCase()
  return options.filter((option) => (option as ComboboxItem).label.toLowerCase().includes(wanted))
}
