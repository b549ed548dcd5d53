import type { PublishedContract } from '../testing/published-contract.ts'

/** What Dropbox publishes about its API. */
export const contract: PublishedContract = {
  service: 'Dropbox',
  file: new URL('./contract.json', import.meta.url),
  source: 'https://github.com/dropbox/dropbox-api-spec (*.stone, 0d994eb of 2026-08-05)',
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
  operations: [
    'POST /2/users/get_current_account',
    'POST /2/files/get_metadata',
    'POST /2/files/create_folder_v2',
    'POST /2/files/delete_v2',
    'POST /2/files/download',
    'POST /2/files/upload',
    'POST /2/files/upload_session/start',
    'POST /2/files/upload_session/append_v2',
    'POST /2/files/upload_session/finish',
  ],
  kept: {
    'users.FullAccount': [
      ...['account_id', 'name', 'email', 'email_verified', 'disabled', 'locale', 'referral_link', 'is_paired'],
      ...['account_type', 'root_info'],
    ],
    'files.CommitInfo': ['path', 'mode', 'autorename', 'client_modified', 'mute', 'strict_conflict'],
    'files.UploadArg': [
      ...['path', 'mode', 'autorename', 'client_modified', 'mute', 'strict_conflict'],
      'content_hash',
    ],
    'files.GetMetadataArg': ['path', 'include_media_info', 'include_deleted', 'include_has_explicit_shared_members'],
    'files.FileMetadata': [
      ...['name', 'path_lower', 'path_display', 'id', 'client_modified', 'server_modified', 'rev', 'size'],
      ...['is_downloadable', 'content_hash'],
    ],
    'files.FolderMetadata': ['name', 'path_lower', 'path_display', 'id'],
  },
  exceptions: [
    {
      reason: 'Signing in is described by the OAuth guide.',
      unpublished: /^(?:GET \/oauth2\/authorize|POST \/oauth2\/token)$/,
    },
  ],
}
