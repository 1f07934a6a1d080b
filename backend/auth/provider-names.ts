// The sign-in providers that the official service knows by name.

/** In the order of GET /settings. */
export const providerNames =
  'apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc notion phone slack slack_oidc snapchat spotify twitch twitter workos zoom'.split(
    ' ',
  )
