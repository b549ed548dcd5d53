import type { HistoryLine } from '@courtcrier/contract/calls/inbox.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import type { SearchScope } from '../records/viewer.ts'

/**
 * Returns a step without the name of the person who took it, unless the viewer may see users' names or is that person.
 */
export function withoutActor<Step extends Pick<HistoryLine, 'userId' | 'userName' | 'sentence'>>(
  step: Step,
  viewer: Pick<SearchScope, 'role' | 'userId'>,
): Step {
  const { userId } = viewer
  if (seesNames(viewer) || (userId !== undefined && step.userId === userId)) return step
  return { ...step, userName: null, sentence: withoutNames(step.sentence, viewer) }
}

/** Returns the sentence of a step, or of what would be one, without a person's name unless the viewer may see it. */
export function withoutNames(sentence: string, viewer: Pick<SearchScope, 'role'>): string {
  if (seesNames(viewer)) return sentence
  return namings.reduce((told, [naming, nameless]) => told.replace(naming, nameless), sentence)
}

function seesNames({ role }: Pick<SearchScope, 'role'>): boolean {
  return sightOf(role)(user, user.title)
}

/** How the sentences of steps name a person; matched by wording, because people's names change. */
const namings: readonly (readonly [RegExp, string])[] = [
  [/^.* (?:vouched for|trusted) the sender\./, 'Someone trusted the sender.'],
  [
    /^.* entered it (?:and stands for the court's sender|manually, which counts as trusting the sender)\./,
    'Someone entered it manually, which counts as trusting the sender.',
  ],
  [/^((?:Entered|Added) by hand|Entered manually|Uploaded) by .*\.$/, '$1.'],
  [/^(.*) was chosen by .*/s, '$1 was chosen.'],
  [/^.* undid the case that a rule made\.$/, 'The case that a rule made was undone.'],
]
