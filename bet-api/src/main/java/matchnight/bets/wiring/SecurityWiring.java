package matchnight.bets.wiring;

import static matchnight.bets.caller.Scope.BETS;
import static matchnight.bets.caller.Scope.OPS;
import static matchnight.bets.caller.Scope.TRADING;
import static matchnight.bets.caller.Scope.WALLET;

import java.io.IOException;
import java.io.InputStream;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.util.Arrays;
import matchnight.bets.caller.Caller;
import matchnight.bets.caller.Scope;
import matchnight.bets.caller.Tokens;
import matchnight.bets.problem.Problem;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.http.ProblemReply;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.converter.RsaKeyConverters;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.context.NullSecurityContextRepository;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/** Who may call what: bearer tokens signed with one RSA key, scopes by path. For whose account is asked by the calls. */
@Configuration(proxyBeanMethods = false)
class SecurityWiring {

    @Bean
    JwtDecoder jwtDecoder(@Value("${matchnight.token.public-key-location}") Resource key, Clock clock)
            throws IOException {
        return new VerifiedTokens(verifier(key), clock);
    }

    /** The callers that the chain knows too, for the one way in that does not pass it. */
    @Bean
    Tokens tokens(JwtDecoder decoder) {
        return bearerToken -> {
            try {
                Jwt token = decoder.decode(bearerToken);
                String subject = token.getSubject();
                return subject != null && token.getClaim("scope") instanceof String scopes
                        ? new Caller(subject, Scope.ofText(scopes))
                        : null;
            } catch (JwtException refused) {
                return null;
            }
        };
    }

    /** One header with a token: of two, nobody could say whose call it is. */
    @Bean
    BearerTokenResolver oneBearerToken() {
        BearerTokenResolver ofOne = new DefaultBearerTokenResolver();
        return request -> {
            var headers = request.getHeaders("Authorization");
            if (headers.hasMoreElements()) {
                headers.nextElement();
                if (headers.hasMoreElements()) {
                    throw new OAuth2AuthenticationException(
                            BearerTokenErrors.invalidRequest("More than one Authorization header"));
                }
            }
            return ofOne.resolve(request);
        };
    }

    private static NimbusJwtDecoder verifier(Resource location) throws IOException {
        try (InputStream pem = location.getInputStream()) {
            RSAPublicKey key = RsaKeyConverters.x509().convert(pem);
            if (key == null) {
                throw new IllegalStateException("No RSA public key in " + location);
            }
            NimbusJwtDecoder verifier = NimbusJwtDecoder.withPublicKey(key)
                    .signatureAlgorithm(SignatureAlgorithm.RS256)
                    .build();
            // A token without an end would be good for ever.
            var timestamps = new JwtTimestampValidator();
            timestamps.setAllowEmptyExpiryClaim(false);
            verifier.setJwtValidator(new DelegatingOAuth2TokenValidator<Jwt>(
                    timestamps,
                    new JwtClaimValidator<Object>("sub", sub -> sub instanceof String text && !text.isBlank())));
            return verifier;
        }
    }

    /** A span and a timer around every filter of the chain cost a bet more than placing it; the request's own stays. */
    @Bean
    SecurityObservationSettings unobservedFilters() {
        return SecurityObservationSettings.noObservations();
    }

    // A bearer token with every call and nothing else: no session, no log-in, nothing remembered from call to call.
    // What
    // belongs to those is left out of the chain, which every bet passes.
    @Bean
    SecurityFilterChain apiSecurity(HttpSecurity http) {
        return http.csrf(AbstractHttpConfigurer::disable)
                .formLogin(AbstractHttpConfigurer::disable)
                .httpBasic(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .sessionManagement(AbstractHttpConfigurer::disable)
                .securityContext(context -> context.securityContextRepository(new NullSecurityContextRepository()))
                .anonymous(AbstractHttpConfigurer::disable)
                .servletApi(AbstractHttpConfigurer::disable)
                .headers(headers -> headers.defaultsDisabled()
                        .contentTypeOptions(Customizer.withDefaults())
                        .cacheControl(Customizer.withDefaults()))
                .authorizeHttpRequests(calls -> calls.requestMatchers(HttpMethod.POST, "/v1/bets/**")
                        .hasAnyAuthority(authorities(BETS))
                        .requestMatchers("/v1/bets/**")
                        .hasAnyAuthority(authorities(BETS, OPS))
                        .requestMatchers(
                                "/actuator/health/**", "/actuator/prometheus", "/v3/api-docs/**", "/v3/api-docs.yaml")
                        .permitAll()
                        .requestMatchers("/error")
                        .permitAll()
                        .requestMatchers(HttpMethod.POST, "/v1/accounts/**")
                        .hasAnyAuthority(authorities(WALLET))
                        .requestMatchers(HttpMethod.PUT, "/v1/accounts/**")
                        .hasAnyAuthority(authorities(WALLET))
                        .requestMatchers("/v1/accounts/**")
                        .hasAnyAuthority(authorities(BETS, WALLET, OPS))
                        .requestMatchers("/v1/stream")
                        .hasAnyAuthority(authorities(BETS))
                        .requestMatchers(HttpMethod.GET, "/v1/markets/**", "/v1/rates/**")
                        .authenticated()
                        .requestMatchers(HttpMethod.HEAD, "/v1/markets/**", "/v1/rates/**")
                        .authenticated()
                        .requestMatchers("/v1/markets/**", "/v1/events/**", "/v1/rates/**")
                        .hasAnyAuthority(authorities(TRADING))
                        .anyRequest()
                        .authenticated())
                .exceptionHandling(errors ->
                        errors.authenticationEntryPoint(unauthenticated()).accessDeniedHandler(forbidden()))
                .oauth2ResourceServer(tokens -> tokens.authenticationEntryPoint(unauthenticated())
                        .accessDeniedHandler(forbidden())
                        .jwt(jwt -> {}))
                .build();
    }

    /** A method that a path does not have is answered 405 by whoever knows which ones it has, also where nobody knows it. */
    @Bean
    HttpFirewall firewall() {
        var firewall = new StrictHttpFirewall();
        firewall.setUnsafeAllowAnyHttpMethod(true);
        return firewall;
    }

    @Bean
    RequestRejectedHandler rejectedByFirewall() {
        return (request, response, rejected) ->
                ProblemReply.write(response, Problem.of(ProblemCode.INVALID_REQUEST, "The path is not acceptable"));
    }

    private static String[] authorities(Scope... scopes) {
        return Arrays.stream(scopes).map(Scope::authority).toArray(String[]::new);
    }

    /** RFC 6750: a challenge, which names an error only when a token was sent. */
    private static AuthenticationEntryPoint unauthenticated() {
        return (request, response, refused) -> {
            boolean tokenSent = refused instanceof OAuth2AuthenticationException;
            response.setHeader("WWW-Authenticate", tokenSent ? "Bearer error=\"invalid_token\"" : "Bearer");
            ProblemReply.write(
                    response,
                    Problem.of(ProblemCode.UNAUTHENTICATED, "Send a valid, unexpired token as Authorization: Bearer"));
        };
    }

    private static AccessDeniedHandler forbidden() {
        return (request, response, denied) -> ProblemReply.write(
                response, Problem.of(ProblemCode.FORBIDDEN, "The token lacks the scope that this call needs"));
    }
}
