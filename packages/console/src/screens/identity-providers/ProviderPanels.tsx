import type { Resource } from '@courtcrier/contract/resource.ts'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { ProviderTestPanel } from './ProviderTestPanel.tsx'
import { ProvisioningPanel } from './ProvisioningPanel.tsx'
import './text.ts'

interface ProviderPanelsProps {
  resource: Resource
  id: string
}

/** What can be done with a saved provider, by people who may change it: test a sign-in, and let it provision users. */
export default function ProviderPanels({ resource, id }: ProviderPanelsProps) {
  if (!useCanWrite(resource)) return null
  return (
    <>
      <ProviderTestPanel resource={resource} id={id} />
      <ProvisioningPanel id={id} />
    </>
  )
}
