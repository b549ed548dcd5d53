import { type AccessType, permissionSubjects, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { inSentence } from '@courtcrier/contract/names.ts'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { useFaces } from '../../resource/face.ts'
import { formatList } from '../../ui/format-list.ts'
import classes from './roles.module.css'
import { subjectGroups, subjectLabel } from './subject-groups.ts'

const shown = ['FULL', 'READ', 'DENY'] as const satisfies readonly AccessType[]

/** Says in a sentence each what a role may change, what it may only see, and what it doesn't see. */
export function RoleInWords({ role }: { role: Role }) {
  const { t } = useTranslation()
  const ordered = subjectGroups(useFaces()).flatMap(({ subjects }) => subjects)
  const sentenceOf = (access: AccessType): string | undefined => {
    const subjects = ordered.filter((subject) => subjectAccess(subject, role) === access)
    if (subjects.length === 0) return undefined
    if (subjects.length === permissionSubjects.length) return t(`roles.allWords.${access}`)
    return t(`roles.words.${access}`, {
      records: formatList(subjects.map((subject) => inSentence(subjectLabel(subject)))),
    })
  }
  return (
    <ul className={classes.words} aria-label={t('roles.inWords')}>
      {shown.map((access) => {
        const sentence = sentenceOf(access)
        return sentence && <li key={access}>{sentence}</li>
      })}
    </ul>
  )
}
