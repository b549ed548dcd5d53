import * as z from 'zod/mini'
import { checkStepNames } from '../credential-test.ts'
import { agentCredential } from './agents.ts'
import { defineCall, described, type Fixed } from './call.ts'

const tag = 'Agent'

/** The longest that a request for work is held until there is some, in milliseconds. */
export const longestWaitMs = 25_000

/** How much an agent does at a time with one of its credentials; the server has more wait. */
export const mostOfAgentCredential = 4

const version = z.string().check(z.minLength(1, 'required'), z.maxLength(60))

export const enrollAgent = defineCall({
  method: 'POST',
  path: '/agent/enroll',
  tag,
  summary: 'Enroll an agent with a token from Firm information, which works once',
  body: z.object({ version }),
  skipsUnknown: true,
  answer: z.object({
    name: described(z.string(), 'The name that the token was created for'),
    key: described(z.string(), "The agent's key, with which it makes every other call"),
  }),
  status: 201,
  refusals: [401, 409],
})

/** What an agent can be asked to do: the calls of a connector. */
export const agentOperations = ['ensure_folder', 'put', 'exists', 'check', 'plan'] as const
export type AgentOperation = (typeof agentOperations)[number]

const properties = z.array(z.record(z.string(), z.string()))

const work = z.object({
  id: z.string(),
  owner: described(z.string(), 'Who has taken it: to be given with every call about it'),
  // Not one of these only: an agent answers what it doesn't know, instead of failing to read it.
  operation: described(
    z.string(),
    `What to do: ${agentOperations.join(', ')}; an agent answers that it is too old for any other`,
  ),
  credential: described(z.string(), "The name of the agent's credential to do it with"),
  kind: z.string(),
  driver: z.nullable(z.string()),
  serverVersion: z.optional(described(z.string(), 'Of Courtcrier, where the server runs; older ones do not say it')),
  remainingMs: described(z.int(), "How long it is the agent's from now on, unless it is prolonged"),
  path: described(z.nullable(z.string()), 'Of the folder or file; null for a test of the credential'),
  mayMake: described(z.nullable(z.boolean()), 'Whether a missing folder may be created'),
  documents: z.optional(described(properties, 'plan: the document properties of each document that it is asked about')),
  file: described(
    z.nullable(
      z.object({
        idempotencyKey: described(z.string(), 'The same for every attempt at one copy'),
        attempt: z.int(),
        sha256: z.string(),
        size: described(z.int(), 'In bytes'),
        properties: described(z.record(z.string(), z.string()), 'Document properties by their names'),
      }),
    ),
    'The document to save; its bytes are read by GET /agent/work/{id}/document',
  ),
})
export type AgentWork = Fixed<z.output<typeof work>>

export const takeAgentWork = defineCall({
  method: 'POST',
  path: '/agent/work/take',
  tag,
  summary: `Take one piece of work; the answer waits up to ${longestWaitMs / 1000} seconds until there is some`,
  body: z.object({
    version,
    credentials: described(z.array(agentCredential).check(z.maxLength(200)), 'What the agent can save with'),
    busy: z.optional(
      described(
        z.array(z.string().check(z.maxLength(120))).check(z.maxLength(200)),
        'Names of credentials with which it does as much as it can at a time: of these, only what a person waits for is given',
      ),
    ),
    waits: z.optional(described(z.boolean(), 'Whether to wait if there is no work; true if absent')),
    isFirst: z.optional(described(z.boolean(), 'Whether the agent has just started; what waits for it is resumed')),
  }),
  skipsUnknown: true,
  answer: z.object({ work: described(z.nullable(work), 'Null if there is none') }),
  refusals: [401, 409],
})

const owner = described(z.string(), 'As the work said it')

export const prolongAgentWork = defineCall({
  method: 'POST',
  path: '/agent/work/:id/prolong',
  tag,
  summary: 'Go on with work that takes longer than it was given for',
  body: z.object({ owner }),
  skipsUnknown: true,
  answer: z.object({ remainingMs: z.int() }),
  refusals: [401, 404],
})

export const readAgentDocument = defineCall({
  method: 'GET',
  path: '/agent/work/:id/document',
  tag,
  summary: "The document to save, while the work is the agent's",
  query: z.object({ owner }),
  answer: { mediaType: 'application/octet-stream' },
  refusals: [401, 404],
})

/** The longest texts of an answer, in characters: agents shorten what a DMS says to these. */
export const longestOfAnswer = { sentence: 2000, link: 4000, property: 4000 } as const

const sentence = z.string().check(z.maxLength(longestOfAnswer.sentence))
const step = z.object({
  step: z.enum(checkStepNames),
  state: z.enum(['ok', 'failed', 'skipped']),
  sentence,
  isPassing: z.optional(described(z.boolean(), "Whether the DMS wasn't reached or didn't work, as may pass")),
})

const propertyText = z.string().check(z.maxLength(longestOfAnswer.property))
const planned = z.object({
  property: z.nullable(propertyText),
  name: z.nullable(propertyText),
  value: propertyText,
  why: z.nullable(sentence),
})

/** What came of a piece of work: a problem, or what the connector answers to such a call. */
const result = z.object({
  problem: z.optional(z.enum(['auth', 'throttled', 'conflict', 'missing', 'rejected', 'transient'])),
  sentence: z.optional(described(sentence, 'What the problem is')),
  retryAfterMs: z.optional(z.int()),
  isUnanswered: z.optional(
    described(z.boolean(), "Whether the DMS couldn't be reached or didn't answer in time; older agents do not say it"),
  ),
  made: z.optional(described(z.boolean(), 'ensure_folder: whether it was created')),
  wasThere: z.optional(described(z.boolean(), 'put: whether the same bytes were already there')),
  remark: z.optional(described(sentence, 'put: what the DMS did not do although the file is saved')),
  link: z.optional(
    described(z.string().check(z.maxLength(longestOfAnswer.link)), 'put: where a person opens the file'),
  ),
  exists: z.optional(z.boolean()),
  steps: z.optional(described(z.array(step), 'check: the steps of the test')),
  plans: z.optional(
    described(
      z.array(z.array(planned)),
      "plan: what the DMS would get of each document's properties, without what the agent's own settings say",
    ),
  ),
})
export type AgentResult = Fixed<z.output<typeof result>>
export const agentResult = result

export const answerAgentWork = defineCall({
  method: 'POST',
  path: '/agent/work/:id/answer',
  tag,
  summary: 'Say what came of a piece of work',
  body: z.object({ owner, result }),
  skipsUnknown: true,
  refusals: [401, 404],
})
