import { defineCredential } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { netdocumentsSettings } from '../netdocuments-settings.ts'

export const netdocumentsCloudCredential = defineCredential('netdocuments_cloud_credential', {
  label: ['NetDocuments credential', 'NetDocuments credentials'],
  route: '/netdocuments-cloud-credentials',
  settings: {
    ...netdocumentsSettings,
    refreshToken: secret(25, {
      max: 2000,
      help: 'Leave it empty, and sign in to NetDocuments on the page of the saved credential.',
    }),
  },
  columns: ['region', 'repository', 'cabinet'],
})
