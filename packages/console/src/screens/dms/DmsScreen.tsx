import { subjectAccess } from '@courtcrier/contract/access.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { type StoragePolicy, storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../../ui/lazy.ts'
import '../../resource/text.ts'
import '../settings/text.ts'
import { resourceWord } from '../../i18n/labels.ts'
import { searchRows } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { useFocusAfter } from '../../ui/use-focus-after.ts'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { CredentialTable } from './CredentialTable.tsx'
import { credentialCards, isCredentialKind, isGenericDriver } from './credential-cards.ts'

const ResourceDrawer = lazy(() => import('../../resource/ResourceDrawer.tsx'))
const KindDialog = lazy(() => import('./KindDialog.tsx'))

/** Lists every credential of the firm with its kind, its health and the policies that use it. */
export default function DmsScreen() {
  const { t } = useTranslation()
  const role = useRole()
  const place = usePlace()
  const [isChoosing, choosing] = useDisclosure(false)
  useFocusAfter(place.kind !== undefined && place.id !== undefined, () => null)
  const isDenied = subjectAccess(credential.subject, role) === 'DENY'
  const { data, error, isLoading, refetch } = useCredentials(!isDenied)
  const policies = usePolicies()
  const drivers = useDrivers()
  const canAdd = credentialCards.some(({ kind }) => subjectAccess(getResource(kind).subject, role) === 'FULL')
  const records = resourceWord(credential, 'many')
  const add = canAdd && <Button onClick={choosing.open}>{t('dms.add')}</Button>
  return (
    <SettingsPage title={t('nav.dms')} lead={t('dms.lead')} actions={add}>
      {isDenied && <EmptyState title={t('list.deniedTitle', { records })} text={t('list.deniedText')} />}
      {isLoading && <LoadingRows count={4} />}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState title={t('dms.empty')} text={t('dms.emptyText')} action={add} />}
      {data && data.length > 0 && <CredentialTable {...{ credentials: data, policies, drivers }} />}
      {isChoosing && (
        <Suspense>
          <KindDialog
            onClose={choosing.close}
            onChoose={({ kind, driver }) => {
              choosing.close()
              place.open(kind, 'new', driver)
            }}
          />
        </Suspense>
      )}
      <OpenCredential {...{ place }} />
    </SettingsPage>
  )
}

function OpenCredential({ place: { kind, id, driver, open } }: { place: ReturnType<typeof usePlace> }) {
  if (!kind) return null
  return (
    <Suspense>
      <ResourceDrawer
        key={kind}
        resource={getResource(kind)}
        id={id}
        {...(driver ? { initial: { driver } } : {})}
        onOpen={(next) => open(kind, next)}
      />
    </Suspense>
  )
}

/**
 * Manages which credential is open, as in the address: `?kind=box_credential&id=new`, for a new folder, S3 and so on
 * with its type. The kind stays while its form closes.
 */
function usePlace() {
  const navigate = useNavigate()
  const { kind, id, type }: { kind?: string; id?: string; type?: string } = useSearch({ strict: false })
  const open = (nextKind: string | undefined, nextId: string | undefined, nextType?: string) =>
    void navigate({
      to: '/dms',
      search: { kind: nextKind, ...(nextId ? { id: nextId } : {}), ...(nextType ? { type: nextType } : {}) },
    })
  const driver = id === 'new' && isGenericDriver(type) ? type : undefined
  return { kind: isCredentialKind(kind) ? kind : undefined, id, driver, open }
}

const most = 500

function useCredentials(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: [credential.name, 'all'],
    queryFn: async ({ signal }) => (await searchRows(credential, { max: most }, signal)).rows,
  })
}

/** Returns the policies by their credential; undefined if the role can't see them. */
function usePolicies(): ReadonlyMap<string, readonly StoragePolicy[]> | undefined {
  const maySee = subjectAccess(storagePolicy.subject, useRole()) !== 'DENY'
  const { data } = useQuery({
    queryKey: [storagePolicy.name, 'all'],
    queryFn: async ({ signal }) => (await searchRows(storagePolicy, { max: most }, signal)).rows,
    enabled: maySee,
  })
  return data && Map.groupBy(data, ({ dmsCredentialId }) => String(dmsCredentialId))
}

/** Returns the types of credentials for a folder, S3 and so on; undefined if the role can't see them. */
function useDrivers(): ReadonlyMap<string, string> | undefined {
  const maySee = subjectAccess(genericCredential.subject, useRole()) !== 'DENY'
  const { data } = useQuery({
    queryKey: [genericCredential.name, 'all'],
    queryFn: async ({ signal }) => (await searchRows(genericCredential, { max: most }, signal)).rows,
    enabled: maySee,
  })
  return data && new Map(data.map(({ id, driver }) => [String(id), String(driver)]))
}
