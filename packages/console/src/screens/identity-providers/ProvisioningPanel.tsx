import { isAdmin } from '@courtcrier/contract/access.ts'
import type { ApiKey, IssuedKey } from '@courtcrier/contract/calls/api-keys.ts'
import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import { readProvisioning } from '@courtcrier/contract/calls/provisioning.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { useRole } from '../../session/session-store.ts'
import { AddressToCopy } from '../../ui/AddressToCopy.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import table from '../../ui/plain-table.module.css'
import { RevokeQuestion } from '../api-keys/RevokeQuestion.tsx'
import { RotateDialog } from '../api-keys/RotateDialog.tsx'
import { SecretDialog } from '../api-keys/SecretDialog.tsx'
import { keysQuery, useReloadKeys } from '../api-keys/use-keys.ts'
import classes from './identity-providers.module.css'
import { MakeTokenDialog } from './MakeTokenDialog.tsx'
import { TokenList } from './TokenList.tsx'
import '../api-keys/text.ts'

const words = 'identityProviders.provisioning'

type Task = { kind: 'make' } | { kind: 'rotate' | 'revoke'; key: ApiKey } | { kind: 'show'; issued: IssuedKey }

/** Shows what a provider needs to provision users, creates and revokes its tokens, and lists its groups. */
export function ProvisioningPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const headingId = useId()
  const [task, setTask] = useState<Task>()
  const { data, error, refetch } = useQuery({
    queryKey: [keysQuery, 'provisioning', id],
    queryFn: ({ signal }) => ask(readProvisioning, { id }, { signal }),
  })
  return (
    <section className={classes.provisioning} aria-labelledby={headingId}>
      <h3 id={headingId}>{t(`${words}.title`)}</h3>
      <p className={classes.at}>{t(`${words}.about`)}</p>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingRows count={2} />}
      {data && <Provisioned data={data} onTask={setTask} />}
      <Tasks id={id} task={task} onTask={setTask} />
    </section>
  )
}

function Provisioned({ data, onTask }: { data: AnswerOf<typeof readProvisioning>; onTask: (task: Task) => void }) {
  const { t } = useTranslation()
  const { baseUrl, keys, users, groups } = data
  const isAdministrator = isAdmin(useRole())
  return (
    <>
      <AddressToCopy
        label={t('identityProviders.baseUrl.label')}
        address={baseUrl}
        about={t('identityProviders.baseUrl.about')}
        copied="identityProviders.baseUrl.copied"
      />
      {keys.length === 0 && <p className={classes.at}>{t(`${words}.none`)}</p>}
      {keys.length > 0 && <TokenList keys={keys} onAct={(kind, key) => onTask({ kind, key })} />}
      {isAdministrator && (
        <Button variant="default" className={classes.create} onClick={() => onTask({ kind: 'make' })}>
          {t(`${words}.create`)}
        </Button>
      )}
      {users > 0 && <p className={classes.at}>{t(`${words}.counts`, { count: users })}</p>}
      {groups.length > 0 && <Groups groups={groups} />}
    </>
  )
}

function Groups({ groups }: Pick<AnswerOf<typeof readProvisioning>, 'groups'>) {
  const { t } = useTranslation()
  return (
    <section className={table.scroll} aria-label={t(`${words}.groups`)}>
      <table className={table.table}>
        <thead>
          <tr>
            {['group', 'members', 'role'].map((column) => (
              <th key={column} scope="col">
                {t(`${words}.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ id, name, members, role }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{members}</td>
              <td>{role ?? t(`${words}.noRole`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface TasksProps {
  id: string
  task: Task | undefined
  onTask: (task: Task | undefined) => void
}

function Tasks({ id, task, onTask }: TasksProps) {
  const reload = useReloadKeys()
  const close = () => onTask(undefined)
  const show = (issued: IssuedKey) => {
    onTask({ kind: 'show', issued })
    void reload()
  }
  return (
    <>
      {task?.kind === 'make' && <MakeTokenDialog providerId={id} onMade={show} onClose={close} />}
      {task?.kind === 'rotate' && <RotateDialog apiKey={task.key} onRotated={show} onClose={close} />}
      {task?.kind === 'show' && <SecretDialog issued={task.issued} onClose={close} />}
      <RevokeQuestion apiKey={task?.kind === 'revoke' ? task.key : undefined} onClose={close} />
    </>
  )
}
