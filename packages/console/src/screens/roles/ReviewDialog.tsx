import { accessTypes, type Role } from '@courtcrier/contract/access.ts'
import { permissionFieldsOf } from '@courtcrier/contract/permission-fields.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { roleFromRow } from '@courtcrier/contract/resources/user-security-role.ts'
import { type AccessChange, differenceOf } from '@courtcrier/contract/role-difference.ts'
import { Button, Modal } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { idsOf } from '../../fields/reference.tsx'
import { getRow } from '../../session/api.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import classes from './roles.module.css'
import { permissionLabel, subjectLabel } from './subject-groups.ts'
import { useRoles } from './use-roles.ts'

interface ReviewDialogProps {
  /** The saved role; absent for a new one. */
  before: AnyRow | undefined
  after: AnyRow
  draft: Role
  isBusy: boolean
  onSave: () => void
  onBack: () => void
}

/** Shows before a role is saved who gains and loses what. */
export function ReviewDialog({ before, after, draft, isBusy, onSave, onBack }: ReviewDialogProps) {
  const { t } = useTranslation()
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onBack}
      title={t('roles.reviewTitle')}
      size={640}
      zIndex={320}
      closeButtonProps={{ 'aria-label': t('roles.back') }}
    >
      {before && before.name !== after.name && <p>{t('roles.renamed', { name: after.name })}</p>}
      <FactorDemand before={before} after={after} />
      <Differences before={before} after={after} draft={draft} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack}>
          {t('roles.back')}
        </Button>
        <Button data-autofocus loading={isBusy} onClick={onSave}>
          {t(before ? 'roles.save' : 'roles.create')}
        </Button>
      </div>
    </Modal>
  )
}

/** Shows the changes for those who have the role, and for those who are given it. */
function Differences({ before, after, draft }: Pick<ReviewDialogProps, 'before' | 'after' | 'draft'>) {
  const { t } = useTranslation()
  const members = idsOf(before?.userIds)
  const joining = useJoining(idsOf(after.userIds).filter((id) => !members.includes(id)))
  if (members.length + joining.length === 0) return <p>{t('roles.forNobody')}</p>
  return (
    <>
      {before && members.length > 0 && (
        <Changes
          title={t('roles.forMembers', { count: members.length })}
          changes={differenceOf(roleFromRow(before), draft)}
        />
      )}
      {joining.map(({ role, names }) => (
        <Changes
          key={role.id}
          title={t('roles.forJoining', { count: names.length, names: names.join(', '), role: role.name })}
          changes={differenceOf(role, draft)}
        />
      ))}
    </>
  )
}

function FactorDemand({ before, after }: Pick<ReviewDialogProps, 'before' | 'after'>) {
  const { t } = useTranslation()
  const isDemanded = after.requiresSecondFactor === true
  if (isDemanded === (before?.requiresSecondFactor === true)) return null
  const count = Number(after.secondFactorGraceDays ?? 0)
  return <p>{isDemanded ? t('roles.demands', { count }) : t('roles.demandsNoMore')}</p>
}

function Changes({ title, changes }: { title: string; changes: readonly AccessChange[] }) {
  const { t } = useTranslation()
  const parts = [
    { key: 'gains', changes: changes.filter(({ isGain }) => isGain) },
    { key: 'loses', changes: changes.filter(({ isGain }) => !isGain) },
  ].filter((part) => part.changes.length > 0)
  return (
    <section className={classes.changes}>
      <h3>{title}</h3>
      {parts.length === 0 && <p>{t('roles.same')}</p>}
      {parts.map((part) => (
        <div key={part.key} data-kind={part.key}>
          <h4>
            {t(`roles.${part.key}`)} <span className="num">{part.changes.length}</span>
          </h4>
          <ul>
            {part.changes.map((change) => (
              <li key={`${change.subject} ${change.field}`}>{sentenceOf(change, t)}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

/** Returns people by their current role, once it is loaded. */
function useJoining(ids: readonly string[]): { role: Role; names: string[] }[] {
  const roles = useRoles()
  const people = useQueries({
    queries: ids.map((id) => ({
      queryKey: [user.name, 'row', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => getRow(user, id, signal),
    })),
  }).flatMap(({ data }) => (data ? [data] : []))
  return roles.flatMap((role) => {
    const names = people.filter(({ securityRoleId }) => securityRoleId === role.id).map(({ fullName }) => fullName)
    return names.length > 0 ? [{ role, names }] : []
  })
}

function sentenceOf({ subject, field, from, to }: AccessChange, t: TFunction): string {
  const record = subjectLabel(subject)
  const known = permissionFieldsOf(subject).find(({ name }) => name === field)
  const what = field ? t('roles.field', { record, field: known ? permissionLabel(known) : field }) : record
  const [fromWord, toWord] = [from, to].map((access) => t(`access.${accessTypes.find((type) => type === access)}`))
  return t('roles.change', { what, from: fromWord, to: toWord })
}
