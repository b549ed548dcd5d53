import '@mantine/core/styles.css'
import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { PlainInbox } from './PlainInbox.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')
createRoot(root).render(
  <MantineProvider>
    <PlainInbox />
  </MantineProvider>,
)
