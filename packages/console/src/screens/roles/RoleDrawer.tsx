import { type AnyRow, emptyRow, type Resource } from '@courtcrier/contract/resource.ts'
import { roleFromRow } from '@courtcrier/contract/resources/user-security-role.ts'
import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenAfterMount } from '../../ui/use-open-after-mount.ts'
import './text.ts'
import { resourceWord } from '../../i18n/labels.ts'
import { CannotCreate } from '../../resource/CannotCreate.tsx'
import formClasses from '../../resource/form.module.css'
import { useCanCreate } from '../../resource/use-can-create.ts'
import { getRow } from '../../session/api.ts'
import { isPassing } from '../../session/api-failure.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { isCovered } from '../../ui/is-covered.ts'
import { LoadingFields } from '../../ui/Loading.tsx'
import { RoleEditor } from './RoleEditor.tsx'
import { withGrantsOf } from './role-draft.ts'

interface RoleDrawerProps {
  resource: Resource
  id: string | undefined
  onOpen: (id: string | undefined) => void
}

/** Shows a role next to the list of roles: its access as a matrix, and its users. */
export default function RoleDrawer({ resource, id, onOpen }: RoleDrawerProps) {
  const { t } = useTranslation()
  // The initial values of a new role copied from another one.
  const [start, setStart] = useState<AnyRow>()
  const [shown, setShown] = useState(id)
  if (id !== undefined && id !== shown) setShown(id)
  const isNew = shown === 'new'
  const canCreate = useCanCreate(resource)
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    queryKey: [resource.name, 'row', shown],
    queryFn: ({ signal }) => getRow(resource, shown ?? '', signal),
    enabled: shown !== undefined && !isNew,
  })
  const error = data && isPassing(failure) ? null : failure
  const close = () => {
    setStart(undefined)
    onOpen(undefined)
  }
  const copy = (row: AnyRow) => {
    setStart({ ...withGrantsOf(roleFromRow(row)), name: t('roles.copyName', { name: row.name }) })
    onOpen('new')
  }
  const row = isNew ? emptyRow(resource) : data
  return (
    <Drawer
      opened={useOpenAfterMount(id !== undefined)}
      onClose={() => !isCovered(formClasses.drawer) && close()}
      position="right"
      size={1000}
      title={isNew ? t('formPanel.newTitle', { record: resourceWord(resource, 'one') }) : String(row?.name ?? '')}
      closeButtonProps={{ 'aria-label': t('formPanel.close') }}
      classNames={{
        content: formClasses.drawer,
        header: formClasses.header,
        title: formClasses.title,
        body: formClasses.body,
      }}
    >
      {error && !isNew && <ErrorState error={error} retry={() => void refetch()} />}
      {!row && !error && <LoadingFields />}
      {isNew && !canCreate && <CannotCreate resource={resource} />}
      {row && (isNew ? canCreate : !error) && (
        <RoleEditor
          key={shown}
          resource={resource}
          row={row}
          isNew={isNew}
          start={isNew ? start : undefined}
          onCopy={copy}
          onDone={close}
        />
      )}
    </Drawer>
  )
}
