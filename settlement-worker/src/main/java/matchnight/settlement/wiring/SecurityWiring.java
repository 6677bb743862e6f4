package matchnight.settlement.wiring;

import java.io.IOException;
import java.io.InputStream;
import java.security.interfaces.RSAPublicKey;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemReply;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.converter.RsaKeyConverters;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.firewall.RequestRejectedHandler;

/** Who may call what: bearer tokens signed with one RSA key, scopes by path. Reading needs {@code ops}, acting {@code results}. */
@Configuration(proxyBeanMethods = false)
class SecurityWiring {

    private static final String OPS = "SCOPE_ops";
    private static final String RESULTS = "SCOPE_results";

    @Bean
    JwtDecoder jwtDecoder(@Value("${matchnight.token.public-key-location}") Resource location) throws IOException {
        try (InputStream pem = location.getInputStream()) {
            RSAPublicKey key = RsaKeyConverters.x509().convert(pem);
            if (key == null) {
                throw new IllegalStateException("No RSA public key in " + location);
            }
            NimbusJwtDecoder decoder = NimbusJwtDecoder.withPublicKey(key)
                    .signatureAlgorithm(SignatureAlgorithm.RS256)
                    .build();
            // A token without an end would be good for ever.
            var timestamps = new JwtTimestampValidator();
            timestamps.setAllowEmptyExpiryClaim(false);
            decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<Jwt>(
                    timestamps,
                    new JwtClaimValidator<Object>("sub", sub -> sub instanceof String text && !text.isBlank())));
            return decoder;
        }
    }

    @Bean
    SecurityFilterChain adminSecurity(HttpSecurity http) {
        return http.csrf(AbstractHttpConfigurer::disable)
                .formLogin(AbstractHttpConfigurer::disable)
                .httpBasic(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .authorizeHttpRequests(calls -> calls.requestMatchers("/actuator/health/**", "/actuator/prometheus")
                        .permitAll()
                        .requestMatchers("/error")
                        .permitAll()
                        .requestMatchers(HttpMethod.GET, "/ops", "/ops/assets/*")
                        .permitAll()
                        .requestMatchers("/ops/**")
                        .hasAuthority(OPS)
                        .requestMatchers(HttpMethod.GET, "/admin/**")
                        .hasAuthority(OPS)
                        .requestMatchers(HttpMethod.HEAD, "/admin/**")
                        .hasAuthority(OPS)
                        .requestMatchers("/admin/**")
                        .hasAuthority(RESULTS)
                        .anyRequest()
                        .authenticated())
                .exceptionHandling(errors ->
                        errors.authenticationEntryPoint(unauthenticated()).accessDeniedHandler(forbidden()))
                .oauth2ResourceServer(tokens -> tokens.authenticationEntryPoint(unauthenticated())
                        .accessDeniedHandler(forbidden())
                        .jwt(jwt -> {}))
                .build();
    }

    @Bean
    RequestRejectedHandler rejectedByFirewall() {
        return (request, response, rejected) ->
                ProblemReply.write(response, Problem.of(ProblemCode.INVALID_REQUEST, "The path is not acceptable"));
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
