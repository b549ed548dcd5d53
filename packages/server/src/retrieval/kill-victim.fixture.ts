import { districtLink, listed, openWorkbench } from './local-court.fixture.ts'
import { retrieveFiling } from './retrieve-filing.ts'

/**
 * A program for the SIGKILL test: retrieves one document and then waits to be killed, as a server might be between the
 * court's answer and its own commit. Arguments: the court's gateway, the folder.
 */
const [gateway = '', folder = ''] = process.argv.slice(2)
const { deps } = await openWorkbench(gateway, folder)
const result = await retrieveFiling({ documents: [listed(0, 'Main Document')], links: [districtLink('own')], deps })
process.stdout.write(`${JSON.stringify(result.documents[0]?.verdict)}\n`)
setInterval(() => {}, 1000)
