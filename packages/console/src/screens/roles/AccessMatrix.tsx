import type { PermissionSubject, Role } from '@courtcrier/contract/access.ts'
import type { PermissionField } from '@courtcrier/contract/permission-fields.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { roleFromRow } from '@courtcrier/contract/resources/user-security-role.ts'
import { differenceOf } from '@courtcrier/contract/role-difference.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordForm } from '../../resource/use-record-form.ts'
import { accessColumns } from './access-columns.ts'
import { GroupRow } from './GroupRow.tsx'
import { MatrixTools } from './MatrixTools.tsx'
import { moveByKeys } from './move-by-keys.ts'
import { withAccess, withFieldAccess, withGrantsOf, withGroupAccess } from './role-draft.ts'
import classes from './roles.module.css'
import { SubjectRow } from './SubjectRow.tsx'
import { fittingFields, subjectGroups } from './subject-groups.ts'
import { useRoles } from './use-roles.ts'

interface AccessMatrixProps {
  form: RecordForm
  row: AnyRow
  isNew: boolean
  /** Can only be read. */
  isFixed: boolean
}

/** What a role may do: a line a record, its fields below it, a column an access. */
export function AccessMatrix({ form, row, isNew, isFixed }: AccessMatrixProps) {
  const { t } = useTranslation()
  const roles = useRoles()
  const [words, setWords] = useState('')
  const [against, setAgainst] = useState('')
  const values = { ...row, ...form.values }
  const draft = roleFromRow(values)
  const other = against === 'saved' ? roleFromRow(row) : roles.find(({ id }) => id === against)
  const shown = shownSubjects(draft, { words, other })
  return (
    <section aria-label={t('roles.matrix')} className={classes.matrix}>
      <MatrixTools
        words={words}
        onWords={setWords}
        against={against}
        onAgainst={setAgainst}
        roles={roles.filter(({ id }) => id !== row.id)}
        hasSaved={!isNew}
        onCopy={isFixed ? undefined : (role) => form.setValues(withGrantsOf(role))}
      />
      <table className={classes.table} onKeyDown={moveByKeys}>
        <thead>
          <tr>
            <th scope="col">{t('roles.record')}</th>
            {accessColumns.map((access) => (
              <th key={access} scope="col">
                {t(`access.${access}`)}
              </th>
            ))}
            <th scope="col">{t('roles.inherit')}</th>
          </tr>
        </thead>
        {subjectGroups().map(({ group, subjects }) => {
          const fitting = subjects.filter((subject) => shown.has(subject))
          if (fitting.length === 0) return null
          return (
            <tbody key={group}>
              <GroupRow
                group={group}
                role={draft}
                subjects={fitting}
                isFixed={isFixed}
                onChange={(access) => form.setValues(withGroupAccess(values, fitting, access))}
              />
              {fitting.map((subject) => (
                <SubjectRow
                  key={subject}
                  subject={subject}
                  role={draft}
                  fields={shown.get(subject) ?? []}
                  isOpenAtFirst={words.trim() !== '' || other !== undefined}
                  isFixed={isFixed}
                  onChange={(access) => form.setValues(withAccess(values, subject, access))}
                  onFieldChange={(field, access) => form.setValues(withFieldAccess(values, { subject, field, access }))}
                />
              ))}
            </tbody>
          )
        })}
      </table>
      {shown.size === 0 && <p className={classes.nothing}>{t('roles.nothingFits')}</p>}
    </section>
  )
}

/** The subjects to be shown, each with the fields that are: those that fit the words and, when asked, differ from another role. */
function shownSubjects(
  draft: Role,
  { words, other }: { words: string; other: Role | undefined },
): Map<PermissionSubject, PermissionField[]> {
  const differing = other && Map.groupBy(differenceOf(other, draft), ({ subject }) => subject)
  const entries = subjectGroups()
    .flatMap(({ subjects }) => subjects)
    .flatMap((subject): [PermissionSubject, PermissionField[]][] => {
      const fields = fittingFields(subject, words)
      const changes = differing?.get(subject)
      if (!fields || (differing && !changes)) return []
      const names = new Set(changes?.map(({ field }) => field))
      return [[subject, differing ? fields.filter(({ name }) => names.has(name)) : fields]]
    })
  return new Map(entries)
}
