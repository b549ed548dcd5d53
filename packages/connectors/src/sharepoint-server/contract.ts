import type { PublishedContract } from '../testing/published-contract.ts'

const web = '/{collection}/{site}/_api/web'
/** Only the second takes `#` and `%` in paths. */
const forms = ['ServerRelativeUrl(@p)', 'ServerRelativePath(decodedurl=@p)']

/** Microsoft describes the REST service of SharePoint Server for people only: this description is written by hand. */
export const contract: PublishedContract = {
  service: 'SharePoint Server',
  file: new URL('./contract.json', import.meta.url),
  source:
    'what is known of Microsoft\'s pages about the REST service ("Working with folders and files with REST", "Files and folders REST API reference", "Support % and # in files and folders with the ResourcePath API")',
  license: { name: 'Written for this program' },
  operations: [
    'POST /{collection}/{site}/_api/contextinfo',
    `GET ${web}/lists`,
    `GET ${web}/lists(guid'{listId}')/fields`,
    ...forms.flatMap((form) => [
      `GET ${web}/getFolderBy${form}`,
      `POST ${web}/getFolderBy${form}`,
      `POST ${web}/getFolderBy${form}/folders/add(@n)`,
      `POST ${web}/getFolderBy${form}/folders/addUsingPath(decodedurl=@n)`,
      `POST ${web}/getFolderBy${form}/files/add(url=@n,overwrite=false)`,
      `POST ${web}/getFolderBy${form}/files/addUsingPath(decodedurl=@n,overwrite=false)`,
      `GET ${web}/getFileBy${form}`,
      `POST ${web}/getFileBy${form}`,
      `GET ${web}/getFileBy${form}/$value`,
      `POST ${web}/getFileBy${form}/ListItemAllFields`,
    ]),
  ],
  exceptions: [
    {
      reason: 'A sign-in that is not accepted is answered by the web server, with no body for programs.',
      statuses: [401],
    },
  ],
}
