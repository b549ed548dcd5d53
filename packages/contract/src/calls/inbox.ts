import * as z from 'zod/mini'
import { itemStatuses } from '../notice.ts'
import { courtCase } from '../resources/case.ts'
import { delivery } from '../resources/delivery.ts'
import { courtDocument } from '../resources/document.ts'
import { documentCopy } from '../resources/document-copy.ts'
import { envelope } from '../resources/envelope.ts'
import { inboxItem } from '../resources/inbox-item.ts'
import { fixKinds, itemActs, longestNote } from '../triage.ts'
import { uuidText } from '../uuid.ts'
import { asSpelled, defineCall, described, type Fixed, row } from './call.ts'
import { idList } from './id-list.ts'
import { outcome } from './undo.ts'

const tag = 'Inbox'
const maybeText = z.nullable(z.string())
const count = z.int().check(z.minimum(0))
const status = z.enum(itemStatuses)

const messagesOfFiling = z.object({
  id: z.string(),
  messages: described(count, 'Number of received items about the filing, archived ones included'),
  recipients: described(count, 'Number of different addresses they were sent to; 0 if not known'),
})
/** How often a filing was received. */
export type MessagesOfFiling = Fixed<z.output<typeof messagesOfFiling>>

/** Filings counted at a time. */
const mostFilingsCounted = 500

export const countMessages = defineCall({
  method: 'GET',
  path: '/inbox/messages',
  tag,
  summary: 'For each filing, the number of items received about it',
  query: z.object({
    ids: idList(mostFilingsCounted, 'filings'),
  }),
  answer: z.object({ filings: z.array(messagesOfFiling) }),
  refusals: [403],
})

const historyLine = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  stage: z.string(),
  outcome: z.string(),
  sentence: z.string(),
  userId: maybeText,
  userName: maybeText,
})
export type HistoryLine = Fixed<z.output<typeof historyLine>>

const note = z.object({
  id: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  authorId: z.string(),
  authorName: maybeText,
  isEdited: z.boolean(),
  isOwn: z.boolean(),
})
/** A person's note on an item. */
export type Note = Fixed<z.output<typeof note>>

const compared = z.object({ about: z.enum(['number', 'name', 'court']), notice: maybeText, case: maybeText })
/** One fact according to the notice and to the case. */
export type Compared = Fixed<z.output<typeof compared>>

const candidate = z.object({
  id: z.string(),
  name: maybeText,
  caseNumber: maybeText,
  status: maybeText,
  matterName: maybeText,
  matterNumber: maybeText,
  timekeeperCount: z.nullable(count),
  isDoubted: described(z.boolean(), "Whether something contradicts the case, or may but the role can't see it"),
  reasons: described(z.array(z.enum(['number', 'name', 'court'])), 'What the notice and the case have in common'),
  differences: described(z.array(compared), 'Where the notice and the case differ'),
  agreements: described(z.array(compared), 'Where they agree, for weighing the differences'),
})
/** A case the notice may be about. */
export type Candidate = Fixed<z.output<typeof candidate>>

const linked = z.object({
  relation: z.enum(['parent', 'child', 'part', 'duplicate', 'filing']),
  item: row(inboxItem),
  recipients: described(z.array(z.string()), "Addresses it was sent to; empty if not known or the role can't see them"),
})

const possibleCourt = z.object({
  id: z.string(),
  name: z.string(),
  isLinked: described(z.boolean(), "Whether the notice's links lead there; otherwise its text or sender names it"),
})
export type PossibleCourt = Fixed<z.output<typeof possibleCourt>>

const itemView = z.object({
  item: row(inboxItem),
  envelope: z.nullable(row(envelope)),
  documents: z.array(row(courtDocument)),
  deliveries: z.array(row(delivery)),
  copies: z.array(row(documentCopy)),
  history: z.array(historyLine),
  notice: described(
    z.unknown(),
    "The parsed notice, with the contract's own property names; null if not all of it could be parsed",
  ),
  understood: described(z.unknown(), 'The part that could be parsed, if not all could'),
  candidates: z.array(candidate),
  possibleCourts: described(
    z.array(possibleCourt),
    "Courts that its evidence names, most likely first, if it isn't clear which sent it",
  ),
  linked: described(z.array(linked), 'Related items, closest first'),
  notes: z.array(note),
  allowed: described(z.array(status), 'Statuses a user can set now'),
  fixes: described(z.array(z.enum(fixKinds)), 'Fixes the item needs that the user can make'),
  alsoWaiting: described(count, 'Number of other items that need the same fix'),
  alsoSettled: z.optional(described(count, 'Number of other items that resumed with the same fix')),
  undoId: z.optional(described(z.string(), "ID to undo the action by; absent if it can't be undone")),
})
export type ItemAnswer = Fixed<z.output<typeof itemView>>

export const readItem = defineCall({
  method: 'GET',
  path: '/inbox/:id',
  tag,
  summary: 'An item with all its details',
  answer: itemView,
  refusals: [403, 404],
})

const mailAddress = z.object({ name: z.string(), address: z.string() })
/** Someone in a header of an email; the name may be empty. */
export type MailAddress = Fixed<z.output<typeof mailAddress>>

const message = z.object({
  from: z.nullable(mailAddress),
  to: z.array(mailAddress),
  subject: maybeText,
  date: maybeText,
  html: described(maybeText, 'As received and untrusted: clean it before you show it'),
  clean_html: described(
    maybeText,
    'The same with nothing that runs, fetches, links or styles; null if there is none, or for more than 1,000,000 characters',
  ),
  text: maybeText,
  attachments: z.array(z.object({ fileName: maybeText, mediaType: z.string(), size: count })),
  problem: z.optional(
    described(
      z.string(),
      "Why it couldn't be parsed as email, with the start of the raw message as text; or that only its beginning is shown",
    ),
  ),
})
export type MessageAnswer = Fixed<z.output<typeof message>>

export const readMessage = defineCall({
  method: 'GET',
  path: '/inbox/:id/message',
  tag,
  summary: 'The email, decoded',
  answer: message,
  refusals: [403, 404, 429],
})

export const readRawMessage = defineCall({
  method: 'GET',
  path: '/inbox/:id/raw',
  tag,
  summary: 'The email as received',
  answer: { mediaType: 'message/rfc822' },
  refusals: [403, 404],
})

export const readDocument = defineCall({
  method: 'GET',
  path: '/document/:id/content',
  tag,
  summary: "The document's PDF",
  answer: { mediaType: 'application/pdf' },
  refusals: [403, 404],
})

/** The effects of the notice; null if processing ended before that step. */
const made = {
  cases: z.nullable(z.array(z.object({ id: z.string(), name: z.string(), case_number: z.string() }))),
  recipients: z.nullable(z.array(z.object({ email: z.string(), reason: z.string() }))),
  policies: z.nullable(z.array(z.object({ id: z.string(), name: z.string() }))),
}

const rehearsal = z.object({
  steps: z.array(z.object({ stage: z.string(), outcome: z.string(), sentence: z.string() })),
  was: z.object(made),
  now: z.object({ ...made, notice: z.unknown(), is_whole: z.boolean() }),
})
export type RehearsalAnswer = Fixed<z.output<typeof rehearsal>>

export const rehearseItem = defineCall({
  method: 'GET',
  path: '/inbox/:id/rehearsal',
  tag,
  summary: 'Preview of an item with current rules; changes nothing',
  answer: rehearsal,
  refusals: [403, 404],
})

export const readNewCase = defineCall({
  method: 'GET',
  path: '/inbox/:id/new-case',
  tag,
  summary: 'Values for a new case, as far as the notice has them; the others are absent',
  answer: z.object({ values: row(courtCase), court: z.string() }),
  refusals: [403, 404, 409],
})

const summaries = {
  requeue: 'Reprocess the notice',
  trust: 'Trust the sender and continue processing',
  cancel: 'Cancel processing of the notice',
  manual: 'Handle the notice manually',
  finish: 'Mark the notice as handled manually',
  archive: 'Archive a finished notice',
  unarchive: 'Unarchive a notice',
  'cancel-dms': 'Stop saving to the DMS any copies not yet started',
  'requeue-dms': 'Save copies to the DMS again that failed, were canceled or wait for something missing there',
  'ignore-case': 'Ignore the case from now on, for this notice and all others that need the same case',
  'choose-case': 'Choose the case the notice belongs to',
  'choose-court':
    'Choose the court the notice is from; other notices from the same sender that need a court continue too',
  'upload-documents': 'Save uploaded PDFs as missing documents of the filing; its other notices continue too',
  retrieve: "Ask the court again for the filing's missing documents; its other notices continue too",
  'assign-timekeeper': "Assign a timekeeper to the notice's case; others that stopped because it has none continue too",
  approve:
    'Approve a notice that the firm wants a person to look at before anyone is notified, along with its other copies',
  'not-needed': 'Close a notice that needs attention without resolving it, along with its other copies',
} as const
export type ItemActName = keyof typeof summaries

const ofCopy = {
  mayBeEmpty: true,
  body: z.object({
    copy_id: z.optional(
      described(uuidText('not_reference'), "The one copy to act on; all of the item's copies if absent"),
    ),
  }),
} as const

const bodies = {
  requeue: {},
  trust: {},
  cancel: {},
  manual: {},
  finish: {},
  archive: {},
  unarchive: {},
  'ignore-case': {},
  retrieve: {},
  approve: {},
  'not-needed': {},
  'assign-timekeeper': { body: z.object({ timekeeper_id: uuidText('required') }) },
  'cancel-dms': ofCopy,
  'requeue-dms': ofCopy,
  'choose-case': {
    body: z.object({
      case_id: uuidText('required'),
      creation_undo_id: z.optional(
        described(
          uuidText('not_reference'),
          'The undo of creating the case for this notice; both are then undone together',
        ),
      ),
    }),
  },
  'choose-court': { body: z.object({ court_id: z.string('required').check(z.minLength(1, 'required')) }) },
  'upload-documents': {
    body: z.object({
      documents: z
        .array(z.object({ upload_id: uuidText('required'), document_id: uuidText('required') }))
        .check(z.minLength(1, 'required'), z.maxLength(100, 'too_many:100')),
      despite_stamps: z.optional(
        described(z.boolean(), 'Save them even if the court stamped a different number or case on their pages'),
      ),
    }),
  },
} as const satisfies Readonly<Record<ItemActName, { body?: z.ZodMiniObject; mayBeEmpty?: true }>>

/** Acts on one item; each answers with the updated item. */
export const actOnItem = <Name extends ItemActName>(name: Name) =>
  defineCall({
    method: 'POST',
    path: `/inbox/:id/${name}` as `/inbox/:id/${Name}`,
    tag,
    summary: summaries[name],
    ...bodies[name],
    answer: itemView,
    refusals: [400, 403, 404, 409],
  })

/** The selected rows: by ID, or all matches of a search minus exceptions. */
export const selection = {
  ids: z.optional(z.unknown()),
  filters: z.optional(z.unknown()),
  freeText: z.optional(z.unknown()),
  fold: z.optional(described(z.unknown(), 'As in a search, for the rows it returns')),
  except: z.optional(z.unknown()),
  count: z.optional(
    described(z.unknown(), 'How many rows the filters found; nothing is done if it now finds a different number'),
  ),
}

export const actOnItems = defineCall({
  method: 'POST',
  path: '/inbox/bulk',
  tag,
  summary: 'Apply one action to several items, by ID or by search; each has its own outcome',
  body: asSpelled(
    z.looseObject({
      action: z.enum(itemActs),
      ...selection,
      with_filing: z.optional(
        described(
          z.boolean('not_boolean'),
          "Also act on the other items of each one's filing: archive all that aren't archived, unarchive all that are; other actions apply to items in the same status",
        ),
      ),
      rehearse: z.optional(z.unknown()),
    }),
  ),
  answer: z.object({
    outcomes: z.array(outcome),
    undo_id: z.optional(described(z.string(), "ID to undo all of it by; absent if it can't be undone")),
  }),
  refusals: [400, 403, 409],
})

export const listItemIds = defineCall({
  method: 'POST',
  path: '/inbox/ids',
  tag,
  summary: 'IDs of the selected items',
  body: asSpelled(z.looseObject(selection)),
  answer: z.object({ ids: z.array(z.string()) }),
  refusals: [400, 403, 409],
})

const noteText = z.strictObject({
  text: z.string('required').check(
    z.refine((text) => text.trim() !== '', 'required'),
    z.maxLength(longestNote, `too_long:${longestNote}`),
  ),
})
const notes = z.object({ notes: z.array(note) })

export const writeNote = defineCall({
  method: 'POST',
  path: '/inbox/:id/notes',
  tag,
  summary: 'Add a note to an item',
  body: noteText,
  answer: notes,
  refusals: [400, 403, 404],
})

export const changeNote = defineCall({
  method: 'PUT',
  path: '/inbox/:id/notes/:noteId',
  tag,
  summary: 'Edit your own note, or restore it after deletion',
  body: noteText,
  answer: notes,
  refusals: [400, 403, 404],
})

export const deleteNote = defineCall({
  method: 'DELETE',
  path: '/inbox/:id/notes/:noteId',
  tag,
  summary: 'Delete your own note',
  answer: notes,
  refusals: [403, 404],
})
