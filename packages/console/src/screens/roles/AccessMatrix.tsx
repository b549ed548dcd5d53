import type { AccessType, PermissionSubject, Role } from '@courtcrier/contract/access.ts'
import type { PermissionField } from '@courtcrier/contract/permission-fields.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { roleFromRow } from '@courtcrier/contract/resources/user-security-role.ts'
import { differenceOf } from '@courtcrier/contract/role-difference.ts'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type NavGroup, useFaces } from '../../resource/face.ts'
import type { RecordForm } from '../../resource/use-record-form.ts'
import { AccessCell } from './AccessCell.tsx'
import { accessColumns } from './access-columns.ts'
import { MatrixTools } from './MatrixTools.tsx'
import { commonAccess, withAccess, withFieldAccess, withGrantsOf, withGroupAccess } from './role-draft.ts'
import classes from './roles.module.css'
import { SubjectRow } from './SubjectRow.tsx'
import { fittingFields, type SubjectGroup, subjectGroups } from './subject-groups.ts'
import { useRoles } from './use-roles.ts'

interface AccessMatrixProps {
  form: RecordForm
  row: AnyRow
  isNew: boolean
  /** Whether it is read-only. */
  isFixed: boolean
}

/** Shows a role's access: a row per record, its fields below it, a column per access. */
export function AccessMatrix({ form, row, isNew, isFixed }: AccessMatrixProps) {
  const { t } = useTranslation()
  const roles = useRoles()
  const [words, setWords] = useState('')
  const [against, setAgainst] = useState('')
  const values = { ...row, ...form.values }
  const draft = roleFromRow(values)
  const other = against === 'saved' ? roleFromRow(row) : roles.find(({ id }) => id === against)
  const groups = subjectGroups(useFaces())
  const shown = shownSubjects(draft, { groups, words, other })
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
        {groups.map(({ group, subjects }) => {
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

interface GroupRowProps {
  group: NavGroup
  role: Role
  /** The visible subjects of the group: filtered ones are not set. */
  subjects: readonly PermissionSubject[]
  isFixed: boolean
  onChange: (access: AccessType) => void
}

/** Shows the header of a group, which sets all its rows. Nothing is selected if they differ. */
function GroupRow({ group, role, subjects, isFixed, onChange }: GroupRowProps) {
  const { t } = useTranslation()
  const label = group === 'work' ? t('roles.group.work') : t(`navGroup.${group}`)
  const common = commonAccess(role, subjects)
  return (
    <tr className={classes.group}>
      <th scope="rowgroup">{label}</th>
      {accessColumns.map((access) => (
        <AccessCell
          key={access}
          name={`group ${group}`}
          label={t('roles.groupCell', { group: label, access: t(`access.${access}`) })}
          isChecked={common === access}
          isDisabled={isFixed}
          onChoose={() => onChange(access)}
        />
      ))}
      <td />
    </tr>
  )
}

/** Returns the subjects and fields to show: those that match the words and, if requested, differ from another role. */
function shownSubjects(
  draft: Role,
  { groups, words, other }: { groups: readonly SubjectGroup[]; words: string; other: Role | undefined },
): Map<PermissionSubject, PermissionField[]> {
  const differing = other && Map.groupBy(differenceOf(other, draft), ({ subject }) => subject)
  const entries = groups
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

/**
 * Handles arrows: up and down move to the row above or below without selecting; left and right select, as in any radio
 * group.
 */
function moveByKeys(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  const from = event.target
  if (!step || !(from instanceof HTMLInputElement) || from.type !== 'radio') return
  event.preventDefault()
  const lines = [...event.currentTarget.querySelectorAll('tr')].filter((line) => radiosOf(line).length > 0)
  const at = lines.findIndex((line) => line.contains(from))
  const radios = radiosOf(lines[at + step])
  const target = radios.find((radio) => radio.checked) ?? radios[0]
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

function radiosOf(line: Element | undefined): HTMLInputElement[] {
  return [...(line?.querySelectorAll<HTMLInputElement>('input[type="radio"]:enabled') ?? [])]
}
